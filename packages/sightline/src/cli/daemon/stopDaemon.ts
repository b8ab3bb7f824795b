import { connectSocket } from './connectSocket.ts';
import { onMessages, type ServerReply, sendMessage } from './protocol.ts';

/**
 * Ends the session whose process listens at `path`. Returns its name once its browser is closed; undefined if none
 * listens.
 */
export async function stopDaemon(path: string): Promise<string | undefined> {
  const socket = await connectSocket(path);
  if (!socket) return undefined;
  let name: string | undefined;
  onMessages<ServerReply>(socket, (reply) => {
    if ('ended' in reply) name = reply.ended;
  });
  sendMessage(socket, { end: true });
  await new Promise((resolve) => socket.once('close', resolve));
  return name;
}
