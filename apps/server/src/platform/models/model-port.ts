import type { MessagePort } from 'node:worker_threads'

import type { Tensors } from './model-messages.ts'
import type { Models } from './models.ts'
import type { Model } from './read-model.ts'
import { RuntimeError } from './runtime.ts'

interface Asked {
  readonly id: number
  readonly model: Model
  readonly inputs: Tensors
}

type Answered = { readonly id: number } & (
  | { readonly outputs: Tensors }
  | { readonly failed: RuntimeError['by']; readonly why: string }
)

/** Lets the thread at the other end of a port run networks, for as long as the port is open. */
export function serveModels(port: MessagePort, models: Models, signal: AbortSignal): void {
  const answer = async ({ id, model, inputs }: Asked): Promise<Answered> => {
    try {
      return { id, outputs: await models.run(model, inputs, signal) }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { id, failed: error instanceof RuntimeError ? error.by : 'network', why }
    }
  }
  port.on('message', (asked: Asked) => {
    void answer(asked).then((answered) => port.postMessage(answered))
  })
}

/** Access to the networks from within a thread. */
export function modelsAt(port: MessagePort): Pick<Models, 'run'> {
  const waiting = new Map<number, (answered: Answered) => void>()
  let last = 0
  port.on('message', (answered: Answered) => {
    waiting.get(answered.id)?.(answered)
    waiting.delete(answered.id)
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  return {
    async run(model, inputs) {
      const id = ++last
      const answered = await new Promise<Answered>((resolve) => {
        waiting.set(id, resolve)
        port.ref()
        port.postMessage({ id, model, inputs } satisfies Asked)
      })
      if ('failed' in answered) throw new RuntimeError(answered.failed, answered.why)
      return answered.outputs
    },
  }
}
