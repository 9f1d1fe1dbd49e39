/** Opens the dialog that shares a game; what draws pictures is loaded only then. */

/** @param {import("../src/record.js").Record} record @param {number} ply the one to draw */
export async function share(record, ply) {
  const { shareDialog } = await import("./share.js");
  await shareDialog(record, ply);
}
