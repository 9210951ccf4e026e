/** The time, given to what depends on it so that tests can turn it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
