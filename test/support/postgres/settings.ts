/** What the configuration file of a server sets. */
export type Settings = Readonly<Record<string, string>>

/** How every server of the tests is set, unless a test says otherwise. */
export const usualSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  // In the folder of the server, so that nothing is left of one that was killed.
  dynamic_shared_memory_type: 'mmap',
  // What is killed here is processes, never the machine.
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '100ms',
  hot_standby: 'on',
  // As an operator may have set them: nothing of ours may depend on them.
  timezone: 'Asia/Colombo',
  datestyle: 'German',
}

/** Settings as lines of a configuration file. */
export function settingLines(settings: Settings): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'\n`,
  )
  return lines.join('')
}
