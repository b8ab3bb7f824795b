import { connect as netConnect, type Socket } from 'node:net';

/** A connection to the process that listens there; undefined when none does. */
export function connectSocket(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = netConnect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // Its end is told by `close`; an error before that says nothing more.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
