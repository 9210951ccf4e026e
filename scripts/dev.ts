import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'

import { freePort } from '../apps/server/src/platform/free-port.ts'

const HOST = process.env['HOST'] ?? '127.0.0.1'
const PORT = Number(process.env['PORT'] ?? 8080)

const serverPort = await freePort()
const inside = `http://127.0.0.1:${serverPort}`
const outside = `http://${HOST}:${PORT}`

// The web app's own configuration passes /api on to this address.
process.env['FOVEA_API'] = inside
const web = await createServer({
  root: 'apps/web',
  logLevel: 'warn',
  server: { host: HOST, port: PORT, strictPort: true },
})
await web.listen()
const server = spawn(process.execPath, ['--watch', 'apps/server/src/main.ts'], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort) },
})
const ended = once(server, 'exit')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill('SIGTERM'))
}
// The one address to open is the web app's, which follows changes.
for await (const line of createInterface(server.stdout)) {
  console.log(line.replace(inside, outside))
}
await ended
await web.close()
process.exit()
