// Copying a link to send.

const told = document.getElementById("told");

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    // Browsers offer the clipboard itself only to addresses that nobody can listen to.
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    told.textContent = "The link is copied.";
  });
}
