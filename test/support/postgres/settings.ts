/** Server settings by name. */
export type Settings = Readonly<Record<string, string>>

/** The settings of test servers. */
export const usualSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  // Files in the data directory, so that a killed server leaves nothing in shared memory.
  dynamic_shared_memory_type: 'mmap',
  // Tests kill processes, never the machine.
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '100ms',
  hot_standby: 'on',
  // An operator may have changed these; Ratebook must not depend on them.
  timezone: 'Asia/Colombo',
  datestyle: 'German',
}

/** Formats settings as a configuration file. */
export function settingLines(settings: Settings): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'\n`,
  )
  return lines.join('')
}
