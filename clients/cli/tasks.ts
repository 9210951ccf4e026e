import { setTimeout as sleep } from 'node:timers/promises'

import { listTasks, type Task } from '#contract/tasks'

import { Failure } from './failure.ts'
import type { Server } from './server.ts'

const everyMs = 1000

/**
 * Waits until a task has ended.
 * @param told is called with its percentage
 * @throws {Failure} failed, if it has not succeeded
 */
export async function waitFor(
  server: Server,
  id: number,
  told: (percent: number) => void,
): Promise<Task> {
  for (;;) {
    const task = (await server.call(listTasks)).find((each) => each.id === id)
    if (task === undefined) throw new Failure('failed', `Task ${id} is not listed any more.`)
    told(Math.round(task.progress))
    if (task.status === 'succeeded') return task
    if (task.completed) throw new Failure('failed', `${task.name}: ${task.status}.`)
    await sleep(everyMs)
  }
}
