import { connect } from './connect.ts';
import { type Reply, receive, send } from './protocol.ts';

/** Ends the session whose process listens at `path`; answers its name once its browser has gone, undefined if none listens. */
export async function endHost(path: string): Promise<string | undefined> {
  const socket = await connect(path);
  if (!socket) return undefined;
  let name: string | undefined;
  receive<Reply>(socket, (reply) => {
    if ('ended' in reply) name = reply.ended;
  });
  send(socket, { end: true });
  await new Promise((resolve) => socket.once('close', resolve));
  return name;
}
