/**
 * Environment of a program of the product that a test starts: none of the settings of this process, but
 * the folder of compiled sources, which saves most of the time until it is ready.
 */
export const programEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
} as const
