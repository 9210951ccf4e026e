import { Client } from 'pg'

/** Installations of before kept no analyses: results of an image that ended together were one. */
const byTime = `join analysis_result as reviewed on reviewed.id = review.analysis_id
  join analysis_result as result on result.image_id = reviewed.image_id
    and result.created_at = reviewed.created_at and result.kind <> 'lesions'`
const byAnalysis = 'join analysis_result as result on result.analysis_id = review.analysis_id'

/** The results that each review is about, by ids; of an installation of any version. */
export async function reviewedResults(connectionString: string): Promise<Map<number, number[]>> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ has: boolean }>(
    `select to_regclass('analysis') is not null as has`,
  )
  const { rows } = await client.query<{ review: number; results: number[] }>(
    `select review.id as review, array_agg(result.id order by result.id) as results
    from analysis_review as review ${tables[0]?.has === true ? byAnalysis : byTime}
    group by review.id order by review.id`,
  )
  await client.end()
  return new Map(rows.map(({ review, results }) => [review, results]))
}
