/** A page that exists: a number past the end becomes the last. Pages count from 1. */
export function pageOf(total: number, wanted: { page: number; limit: number }) {
  const pages = Math.max(1, Math.ceil(total / wanted.limit))
  const page = Math.min(wanted.page, pages)
  return { page, pages, total, limit: wanted.limit, offset: (page - 1) * wanted.limit }
}
