/** The same form in many layouts and orders. */
export const forms = {
  'multi-layouts': searchMovies,
  'multi-orderings': searchMovies,
};

async function searchMovies(player) {
  const wish = wishIn(player.goal);
  const sight = await player.look();
  const lines = sight.words.split('\n');
  const inputs = sight.all('input');
  // Where nothing on its line or about it says so, the labels stand either all above or all below the fields.
  const isBelow = !/genre|director|name|year|date/i.test(lines[inputs[0].line - 1].replace(player.goal, ''));
  for (const field of inputs) {
    const own = [field.label, field.place, field.before, JSON.stringify(field.attributes)].join(' ');
    const beside = lines[field.line + (isBelow ? 1 : -1)];
    await player.fill(field.number, valueFor(own, wish) ?? valueFor(beside, wish) ?? fail(own));
  }
  await player.click(sight.controls.find(({ label }) => /^(search|submit|go!?)$/i.test(label)).number);
}

function wishIn(goal) {
  const [, genre, director, year] = /Search for (.+) movies directed by (.+) from year (\d+)/.exec(goal);
  return { genre, director, year };
}

function valueFor(about, { genre, director, year }) {
  if (/genre/i.test(about)) return genre;
  if (/director|name/i.test(about)) return director;
  return /year|date/i.test(about) ? year : undefined;
}

function fail(about) {
  throw new Error(`nothing says what this field is: ${about}`);
}
