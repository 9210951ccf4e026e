/**
 * Milliseconds between polls of running work. The live stream announces its changes, but a proxy that
 * buffers responses delivers them late or never.
 */
export const pollEveryMs = 5000
