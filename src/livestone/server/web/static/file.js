// Reading a file into the text beside it.

const choose = document.getElementById("record-file");
const text = document.getElementById("record-text");

choose.parentElement.hidden = false;
choose.addEventListener("change", async () => {
  if (choose.files[0]) text.value = await choose.files[0].text();
});
