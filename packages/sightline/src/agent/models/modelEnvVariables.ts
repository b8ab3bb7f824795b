/** Environment variables that model providers read; only commands with `needsModelKeys` get them. */
export const modelEnvVariables = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GEMINI_API_KEY',
  'OLLAMA_HOST',
];
