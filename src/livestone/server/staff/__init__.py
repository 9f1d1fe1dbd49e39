"""The staff: complaints, bans, other names, announcements, and the log of what was done."""
