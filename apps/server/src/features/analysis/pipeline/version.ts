/** Raised when the computation around the networks gives other results than before. */
export const pipelineVersion = '1.12.0'
