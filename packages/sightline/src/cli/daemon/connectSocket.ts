import { connect as netConnect, type Socket } from 'node:net';

/** Connects to the process that listens at `path`; undefined if none does. */
export function connectSocket(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = netConnect(path);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // `close` follows any error.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
