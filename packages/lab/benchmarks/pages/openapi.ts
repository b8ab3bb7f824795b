import { Random } from './Random.ts';
import { Words } from './words.ts';

/** An OpenAPI 3 description of about `operations` operations with parameters, bodies and schemas; seeded. */
export function makeOpenApi(operations = 120, seed = 3): object {
  const random = new Random(seed);
  const words = new Words(random);
  const tags = Array.from({ length: 12 }, () => words.noun());
  const schemas = Object.fromEntries(tags.map((tag) => [nameOf(tag), schema(random, words)]));
  const paths: Record<string, object> = {};
  for (let made = 0; made < operations; made++) {
    const tag = tags[made % tags.length] ?? '';
    const path = `/${tag}s/${random.chance(0.5) ? '{id}/' : ''}${words.noun()}-${made}`;
    paths[path] = { [random.pick(['get', 'post', 'put', 'delete'])]: operation(random, words, tag, path) };
  }
  const info = { title: 'Back office API', version: '1.4.0', description: words.sentence() };
  return {
    openapi: '3.0.3',
    info,
    tags: [...new Set(tags)].map((name) => ({ name })),
    paths,
    components: { schemas },
  };
}

const nameOf = (tag: string): string => tag.charAt(0).toUpperCase() + tag.slice(1);

function operation(random: Random, words: Words, tag: string, path: string): object {
  const parameter = (name: string, place: string): object => ({
    name,
    in: place,
    required: place === 'path',
    description: words.sentence(),
    schema: { type: random.pick(['string', 'integer', 'boolean']) },
  });
  const queries = Array.from({ length: random.between(1, 3) }, (_, i) =>
    parameter(`${words.noun()}${i}`, 'query'),
  );
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(tag)}` } } };
  return {
    tags: [tag],
    summary: words.action(),
    description: `${words.sentence()} ${words.sentence()}`,
    parameters: [...(path.includes('{id}') ? [parameter('id', 'path')] : []), ...queries],
    ...(random.chance(0.4) && { requestBody: { required: true, content } }),
    responses: { 200: { description: words.sentence(), content }, 404: { description: words.sentence() } },
  };
}

function schema(random: Random, words: Words): object {
  const property = (): [string, object] => [
    words.noun(),
    { type: random.pick(['string', 'integer', 'number']), description: words.sentence() },
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: random.between(4, 9) }, property)),
  };
}
