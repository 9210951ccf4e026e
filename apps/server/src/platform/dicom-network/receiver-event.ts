/** What the receiver reports about the objects and associations of stations. */
export type ReceiverEvent =
  | { readonly result: 'received' | 'refused' }
  /** An association that was rejected. */
  | { readonly result: 'rejected'; readonly reason: string }
