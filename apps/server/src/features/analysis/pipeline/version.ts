/** Increase if the computation around the networks changes its results. */
export const pipelineVersion = '1.12.0'
