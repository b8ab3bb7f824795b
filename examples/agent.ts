// A task done by a model: `ollama/...`, `openai/...`, `anthropic/...` or `google/...`, keys from the environment.
import { Session } from 'sightline';
import { openModel, runAgent } from 'sightline/agent';

const session = await Session.launch();
await session.navigate('https://example.com');
const model = await openModel('ollama/qwen3');
const run = await runAgent(session, 'Find the opening hours', {
  model,
  maxSteps: 20,
  onStep: ({ n, outcomes }) => console.log(n, outcomes.map(({ tool }) => tool).join(', ')),
});
console.log(run.success, run.reason, run.text);
await session.close();
