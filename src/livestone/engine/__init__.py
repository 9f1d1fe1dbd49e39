"""An engine for other programs: UGI and JSON lines, over pipes and sockets."""
