import { ClusterRegistry, Gauge, Registry } from '@prometheus-io/client'

/** Lets the parent process read the metrics of this worker. */
export function shareMetrics(registry: Registry): void {
  ClusterRegistry.setRegistries([registry])
  // The constructor announces this worker to the parent.
  void new ClusterRegistry()
}

/** The metrics of all workers, added up by the library, and the number of workers. */
export function createJoinedMetrics(countWorkers: () => number): {
  readonly read: () => Promise<string>
  readonly contentType: Registry['contentType']
} {
  const own = new Registry()
  const running: Gauge = new Gauge({
    name: 'ratebook_workers',
    help: 'Workers that are running.',
    registers: [own],
    collect: () => running.set(countWorkers()),
  })
  ClusterRegistry.setRegistries([own])
  const joined = new ClusterRegistry()
  return { read: () => joined.clusterMetrics(), contentType: joined.contentType }
}
