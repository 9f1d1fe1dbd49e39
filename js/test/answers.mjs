/** What is to be seen of a game, for comparing it with Python. */

/** What a game says before the first move and after each. */
export function answer(game, { moves, tried, read }) {
  const state = game.start();
  const told = [seen(game, state, tried[0])];
  moves.forEach((move, ply) => {
    state.play(move);
    told.push(seen(game, state, tried[ply + 1]));
  });
  const back = [];
  while (state.ply) back.push(state.undo());
  return { told, back: back.reverse(), again: state.text, read: read.map((text) => reading(game, text)) };
}

/** The moves with which a bot plays on after others, for so many plies or to the end. */
export async function played(Bot, game, { moves, bot: options, plies }) {
  const state = game.start();
  for (const move of moves) state.play(move);
  const bot = new Bot(game, options);
  while (!state.over && state.ply < moves.length + plies) state.play(await bot.move(state));
  await bot.close();
  return state.moveTexts.slice(moves.length);
}

/** Everything that is to be seen of a state, by everybody. */
function seen(game, state, tried) {
  const viewers = [null, -1, ...game.manifest.seats.keys()];
  const { ply, turn, mover, over, legal, legalTexts, unsorted, paths, moves, moveTexts, unfinished } = state;
  const { history, scores, winners, text, marks } = state;
  return {
    ply, turn, mover, over, legal, legalTexts, unsorted, paths, moves, moveTexts, unfinished,
    history: history.length, scores, winners, text, marks,
    courses: game.courses(state.position),
    refusals: tried.map((text) => state.refusal(text)),
    views: viewers.map((viewer) => {
      const { position, paths, viewer: _, ...view } = state.view(viewer);
      return { ...view, paths };
    }),
  };
}

/** What a text is read as, or why it is refused. */
function reading(game, text) {
  try {
    return game.read(text).text;
  } catch (error) {
    return [error.code, error.message];
  }
}
