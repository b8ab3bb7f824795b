/** Variables that a model's provider reads; the command line hands them to the process that runs an agent. */
export const modelEnvVariables = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GEMINI_API_KEY',
  'OLLAMA_HOST',
];
