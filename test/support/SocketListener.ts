import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Listens to TCP and UDP on an address, and counts what comes. */
export class SocketListener {
  readonly received: { tcp?: number; udp?: number } = {};
  readonly #tcp: Server;
  readonly #udp: UdpSocket;

  private constructor(tcp: Server, udp: UdpSocket) {
    this.#tcp = tcp;
    this.#udp = udp;
    tcp.on('connection', (socket) => {
      this.received.tcp = (this.received.tcp ?? 0) + 1;
      socket.on('error', () => undefined);
      socket.destroy();
    });
    udp.on('message', () => {
      this.received.udp = (this.received.udp ?? 0) + 1;
    });
  }

  static async start(host: string): Promise<SocketListener> {
    const tcp = createServer();
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => tcp.listen(0, host, resolve));
    await new Promise<void>((resolve) => udp.bind(0, host, resolve));
    return new SocketListener(tcp, udp);
  }

  get tcpPort(): number {
    return (this.#tcp.address() as AddressInfo).port;
  }

  get udpPort(): number {
    return this.#udp.address().port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#tcp.close(resolve));
    await new Promise<void>((resolve) => this.#udp.close(resolve));
  }
}
