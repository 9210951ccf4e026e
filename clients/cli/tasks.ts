import { setTimeout as sleep } from 'node:timers/promises'

import { getTaskLogs, listTasks, type Task } from '#contract/tasks'

import { Failure } from './failure.ts'
import type { Server } from './server.ts'

const everyMs = 1000
/** A task that failed in each of thousands of images says so for each. */
const mostLines = 10

/**
 * Waits until a task has ended.
 * @param told is called with its percentage
 * @throws {Failure} failed with the reasons in its log, if it has not succeeded
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
    if (task.completed) throw new Failure('failed', await whyEnded(server, task))
    await sleep(everyMs)
  }
}

/** What its log says is wrong, beneath how it ended. */
async function whyEnded(server: Server, { id, name, status }: Task): Promise<string> {
  const { entries } = await server.call(getTaskLogs, { params: { id } })
  const wrong = entries.filter(({ level }) => level !== 'INFO').slice(-mostLines)
  return [`${name}: ${status}.`, ...wrong.map(({ told }) => told.message)].join('\n')
}
