// A loop of your own: Sightline's tools as a tool set of the AI SDK (6.x), with any OpenAI-compatible server.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { Session } from 'sightline';
import { tools } from 'sightline/agent';

const session = await Session.launch();
await session.navigate('https://example.com');
const ollama = createOpenAICompatible({ name: 'ollama', baseURL: 'http://127.0.0.1:11434/v1' });
const { text } = await generateText({
  model: ollama('qwen3'),
  tools: tools(session),
  stopWhen: stepCountIs(20),
  prompt: 'Find the opening hours.',
});
console.log(text);
await session.close();
