import type { Tool as Listed } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/defineTool.ts';
import { briefSchema, inputSchema } from '../tools/inputFields.ts';
import { type Profile, toolsOf, usesBriefs } from './profiles.ts';

/** The tools of a profile as `tools/list` answers them. */
export function listTools(profile: Profile): Listed[] {
  const brief = usesBriefs(profile);
  return toolsOf(profile).map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: (brief && tool.brief?.description) || tool.description,
    inputSchema: schemaOf(tool, profile),
    annotations: annotationsOf(tool),
  }));
}

const session = {
  type: 'string',
  description: 'Name of the browser session, if there are several',
};

function schemaOf(tool: Tool, profile: Profile): Listed['inputSchema'] {
  const { properties = {}, ...schema } = usesBriefs(profile) ? briefSchema(tool) : inputSchema(tool);
  const fields = takesSession(profile) ? { ...(properties as object), session } : properties;
  const strict = { ...schema, type: 'object', properties: fields, additionalProperties: false };
  return strict as Listed['inputSchema'];
}

/** Only the profile `full` has several sessions. */
export const takesSession = (profile: Profile): boolean => profile === 'full';

function annotationsOf({ readOnly, effects = {} }: Tool): Listed['annotations'] {
  const { destructive = false, idempotent = false, local = false } = effects;
  return readOnly
    ? { readOnlyHint: true, openWorldHint: !local }
    : {
        readOnlyHint: false,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: !local,
      };
}
