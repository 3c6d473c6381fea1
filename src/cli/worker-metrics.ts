import { ClusterRegistry, Gauge, Registry } from '@prometheus-io/client'

/** Makes the metrics of a worker part of what its parent answers. */
export function joinMetrics(registry: Registry): void {
  ClusterRegistry.setRegistries([registry])
  // It tells the parent of itself.
  void new ClusterRegistry()
}

/** The metrics of all workers as one, as the library joins them. */
export function joinedMetrics(workers: () => number): {
  readonly read: () => Promise<string>
  readonly contentType: Registry['contentType']
} {
  const own = new Registry()
  const running: Gauge = new Gauge({
    name: 'ratebook_workers',
    help: 'Workers that are running.',
    registers: [own],
    collect: () => running.set(workers()),
  })
  ClusterRegistry.setRegistries([own])
  const all = new ClusterRegistry()
  return { read: () => all.clusterMetrics(), contentType: all.contentType }
}
