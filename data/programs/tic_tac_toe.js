// Tic-tac-toe, for mexgen program:name=tic-tac-toe: who is to move, and the rows from the top.
const lines = [[2, 3, 4], [6, 7, 8], [10, 11, 12], [2, 6, 10], [3, 7, 11], [4, 8, 12], [2, 7, 12], [4, 7, 10]];

function answer(position) {
  if (position === 'start') return 'X:.../.../... # board cells';
  const mover = position[0], other = mover === 'X' ? 'O' : 'X';
  if (lines.some(line => line.every(cell => position[cell] === other))) return '=loss';
  if (!position.includes('.')) return '=tie';
  const cells = [...position].map((mark, cell) => cell).filter(cell => position[cell] === '.');
  return cells.map(cell => other + position.slice(1, cell) + mover + position.slice(cell + 1)).join(' ');
}

require('readline').createInterface({ input: process.stdin }).on('line', line => console.log(answer(line)));
