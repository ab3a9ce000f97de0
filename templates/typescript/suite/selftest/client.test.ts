/** Tests of the client: what it makes of answers that are late, too large, packed, broken, or that say that nobody has time. */

import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import {
  Client,
  Excess,
  jsonRequest,
  Late,
  type Response,
  SocketTransport,
  Unreachable,
} from "../tests/harness/client.ts";

const GET = jsonRequest("GET", "/");
const servers: Server[] = [];
const sockets: Socket[] = [];

after(() => {
  sockets.forEach((socket) => socket.destroy());
  servers.forEach((server) => server.close());
});

/** The address of a server that does something with each connection. */
async function serving(serve: (socket: Socket, request: string) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => serve(socket, data.toString("latin1")));
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** The address of a server that answers each request with the same text. */
function answering(text: string | Buffer): Promise<string> {
  return serving((socket) => socket.write(text));
}

async function got(text: string | Buffer): Promise<Response> {
  const transport = new SocketTransport(await answering(text), 500);
  const response = await transport.send(GET);
  transport.close();
  return response;
}

function withLength(body: string, head = ""): string {
  return `HTTP/1.1 200 OK\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

test("an answer has a status, headers whatever their case, and a body", async () => {
  const response = await got(withLength("{}", "Content-TYPE:  application/json \r\n"));
  assert.equal(response.status, 200);
  assert.equal(response.header("content-type"), "application/json");
  assert.deepEqual(response.json(), new Map());
});

test("an interim answer is none", async () => {
  const response = await got(`HTTP/1.1 100 Continue\r\n\r\n${withLength("x")}`);
  assert.equal(response.text, "x");
});

test("a body comes in chunks", async () => {
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const response = await got(`${head}3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`);
  assert.equal(response.text, "abcde");
});

test("without a length the end of the connection ends a body", async () => {
  const address = await serving((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nabc"));
  assert.equal((await new SocketTransport(address).send(GET)).text, "abc");
});

test("a packed body is unpacked", async () => {
  const packed = gzipSync("abc");
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  assert.equal((await got(Buffer.concat([Buffer.from(head), packed]))).text, "abc");
});

test("what is not HTTP is no answer", async () => {
  const response = await got("SSH-2.0-OpenSSH\r\n\r\n");
  assert.equal(response.status, 0);
  assert.match(response.why, /not HTTP/);
});

test("a connection that is closed before the answer is complete has not answered", async () => {
  const address = await serving((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"),
  );
  const response = await new SocketTransport(address).send(GET);
  assert.equal(response.status, 0);
  assert.match(response.why, /closed the connection/);
});

test("a connection that was closed meanwhile is opened again", async () => {
  let count = 0;
  const closed = Promise.withResolvers<void>();
  const address = await serving((socket) => {
    count += 1;
    socket.end(withLength(String(count)));
    socket.on("close", () => closed.resolve());
  });
  const transport = new SocketTransport(address);
  assert.equal((await transport.send(GET)).text, "1");
  await closed.promise;
  assert.equal((await transport.send(GET)).text, "2");
  transport.close();
});

test("a byte at a time is late as well, and the third time ends the run", async () => {
  const address = await serving((socket) => {
    const timer = setInterval(() => socket.write("H"), 10);
    socket.on("close", () => clearInterval(timer));
  });
  const transport = new SocketTransport(address, 60);
  assert.match((await transport.send(GET)).why, /late-answer/);
  assert.match((await transport.send(GET)).why, /late-answer/);
  await assert.rejects(transport.send(GET), Excess);
});

test("an answer that is too large is none", async () => {
  const response = await got("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
  assert.match(response.why, /large-answer/);
});

test("an answer that unpacks to too much is none", async () => {
  const packed = gzipSync(Buffer.alloc(65 * 2 ** 20));
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  const response = await got(Buffer.concat([Buffer.from(head), packed]));
  assert.match(response.why, /packed-answer/);
});

test("nobody is there", async () => {
  await assert.rejects(new SocketTransport("http://127.0.0.1:1").send(GET), Unreachable);
  assert.throws(() => new SocketTransport("ftp://example.org"), Unreachable);
});

test("a request goes out as it is", async () => {
  let sent = "";
  const address = await serving((socket, request) => {
    sent = request;
    socket.write(withLength("x"));
  });
  const transport = new SocketTransport(`${address}/base/`);
  await transport.send(jsonRequest("POST", "/a?b=%20", [["X-Key", "1"]], new Map([["a", 1n]])));
  transport.close();
  assert.match(sent, /^POST \/base\/a\?b=%20 HTTP\/1\.1\r\n/);
  assert.match(
    sent,
    /X-Key: 1\r\nContent-Type: application\/json\r\nContent-Length: 7\r\n\r\n\{"a":1\}$/,
  );
});

test("who is busy is asked again, and counted", async () => {
  let count = 0;
  const address = await serving((socket) => {
    count += 1;
    const busy = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n";
    socket.write(count < 3 ? busy : withLength("x"));
  });
  const client = new Client(new SocketTransport(address));
  assert.equal((await client.insist(GET)).status, 200);
  assert.deepEqual([...client.retried], [[503, 2]]);
  assert.equal(client.calls, 3);
  client.transport.close();
});

test("who always says that is taken at his word after some time", async () => {
  const address = await answering("HTTP/1.1 429 No\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
  const client = new Client(new SocketTransport(address));
  await client.insist(GET);
  await client.insist(GET);
  const before = client.calls;
  assert.equal((await client.insist(GET)).status, 429);
  assert.equal(client.calls, before + 1);
  client.transport.close();
});

test("after the time of a run no call is made", async () => {
  const client = new Client(new SocketTransport(await answering(withLength("x"))));
  client.deadline = Date.now() - 1;
  await assert.rejects(client.send(GET), Late);
  assert.equal(client.calls, 0);
});
