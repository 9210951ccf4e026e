import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { definitions, type Definition } from './definitions.ts'

type Definitions = typeof definitions
type Label<D extends Definition> = D['labels'][number]
type MetricOf<D extends Definition> = {
  counter: Counter<Label<D>>
  gauge: Gauge<Label<D>>
  histogram: Histogram<Label<D>>
}[D['type']]

/** The metrics of this process, by the names of their definitions. */
export type Metrics = { readonly [Name in keyof Definitions]: MetricOf<Definitions[Name]> } & {
  readonly registry: Registry
}

export function openMetrics(about: { version: string; role: string }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const made = Object.entries(definitions).map(([name, each]) => [name, make(each, registry)])
  const metrics = { ...Object.fromEntries(made), registry } as Metrics
  metrics.build.set(about, 1)
  return metrics
}

function make({ type, name, help, labels, buckets }: Definition, registry: Registry) {
  const settings = { name, help, labelNames: [...labels], registers: [registry] }
  if (type === 'counter') return new Counter(settings)
  if (type === 'gauge') return new Gauge(settings)
  return new Histogram({ ...settings, ...(buckets && { buckets: [...buckets] }) })
}
