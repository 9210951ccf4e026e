/** Addresses of the analysis's findings of the vessels; null without such findings. */
export interface VesselPictures {
  /** A grey picture of the whole photograph, white on certain vessels. */
  readonly map: string | null
  readonly kinds: VesselKindPictures | null
}

/** Addresses of pictures whose opaque pixels are the arterioles and the venules of the photograph. */
export interface VesselKindPictures {
  readonly arterioles: string
  readonly venules: string
}
