/** A part of a bucket of an object store with Amazon's S3 interface. */
export interface BucketAddress {
  readonly bucket: string
  /** Empty, or with a '/' at its end. */
  readonly prefix: string
  /** Undefined: that of the environment (AWS_REGION). */
  readonly region: string | undefined
  /** The address of another maker's store; undefined: Amazon's. */
  readonly endpoint: string | undefined
}

/** The address for people, without its parameters. */
export function nameOfBucket({ bucket, prefix }: BucketAddress): string {
  return `s3://${bucket}/${prefix}`
}
