import type { Tool as Listed } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/defineTool.ts';
import { briefSchema, inputSchema } from '../tools/inputFields.ts';
import { LOCAL_CLIENT, type McpClient } from './McpClient.ts';
import { type Profile, toolsOf, usesBriefs } from './profiles.ts';

/** The tools of a profile as `tools/list` answers them to a client. */
export function listTools(profile: Profile, client: McpClient = LOCAL_CLIENT): Listed[] {
  const brief = usesBriefs(profile);
  return toolsOf(profile).map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: (brief && tool.brief?.description) || tool.description,
    inputSchema: schemaOf(tool, profile, client),
    annotations: annotationsOf(tool),
  }));
}

const SESSION_DESCRIPTION = 'Name of the browser session, if there are several';
const REMOTE_SESSION_DESCRIPTION = 'As open answered it';

function schemaOf(tool: Tool, profile: Profile, client: McpClient): Listed['inputSchema'] {
  const { properties = {}, ...schema } = usesBriefs(profile) ? briefSchema(tool) : inputSchema(tool);
  const description = client.isRemote ? REMOTE_SESSION_DESCRIPTION : SESSION_DESCRIPTION;
  const session = { type: 'string', description };
  const fields = takesSession(profile, client) ? { ...(properties as object), session } : properties;
  const strict = { ...schema, type: 'object', properties: fields, additionalProperties: false };
  return strict as Listed['inputSchema'];
}

/** Over HTTP a client may call over several connections; at standard input only the profile `full` has several sessions. */
export const takesSession = (profile: Profile, { isRemote }: McpClient): boolean =>
  isRemote || profile === 'full';

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
