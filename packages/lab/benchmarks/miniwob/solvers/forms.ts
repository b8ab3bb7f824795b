import type { Player } from '../Player.ts';
import { itemAt, match, type Solvers } from './goals.ts';

/** The same form in many layouts and orders. */
export const forms: Solvers = {
  'multi-layouts': searchMovies,
  'multi-orderings': searchMovies,
};

async function searchMovies(player: Player): Promise<void> {
  const [genre, director, year] = match(
    /Search for (.+) movies directed by (.+) from year (\d+)/,
    player.goal,
  );
  const valueFor = (about: string): string | undefined => {
    if (/genre/i.test(about)) return genre;
    if (/director|name/i.test(about)) return director;
    return /year|date/i.test(about) ? year : undefined;
  };
  const sight = await player.look();
  const lines = sight.words.split('\n');
  const inputs = sight.all('input');
  // Where nothing on a field's line or about it says so, the labels are either all above or all below the fields.
  const above = lines[itemAt(inputs, 0).line - 1]?.replace(player.goal, '') ?? '';
  const isBelow = !/genre|director|name|year|date/i.test(above);
  for (const field of inputs) {
    const own = [field.label, field.place, field.before, JSON.stringify(field.attributes)].join(' ');
    const beside = lines[field.line + (isBelow ? 1 : -1)] ?? '';
    const value = valueFor(own) ?? valueFor(beside);
    if (value === undefined) throw new Error(`nothing says what this field is: ${own}`);
    await player.fill(field.number, value);
  }
  await player.click(sight.which(({ label }) => /^(search|submit|go!?)$/i.test(label)).number);
}
