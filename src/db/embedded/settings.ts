import path from 'node:path'

/**
 * Settings of the built-in server. Commits are durable (fsync and synchronous_commit stay on).
 * Tables are looked at every two seconds: a plan made while a table was empty reads all that a client has until there are
 * statistics (settling a send took 0.6 ms of processor time instead of 0.15 after 3,000 messages), and a new installation
 * under load grows that far within its first seconds. At rest it costs 4 ms of processor time a second.
 * Only after 500 changes, though, and not after the 50 of the default: the small tables that change all the time (timers,
 * conversations) would be looked at every two seconds for ever, and each time every connection plans its statements anew, which
 * took a fifth of the server's processor time while flows answered.
 * The log keeps a week in at most seven files and never the values of a statement: they may be somebody's message.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  autovacuum_naptime: '2s',
  autovacuum_analyze_threshold: '500',
  autovacuum_vacuum_threshold: '500',
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/**
 * For throwaway clusters of tests only: everything may be lost when the machine stops. A new database is copied through the log,
 * and compressing that took two fifths of the processor time of making one.
 */
export const THROWAWAY_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_compression: 'off',
}

/** The system's limit for the path of a socket, without the zero at its end, where it is shortest. */
const MAX_SOCKET_PATH_BYTES = 103

/** The socket of a server on `port`, in its own closed directory; null where the system has none or the path is too long. */
export function socketPath(cluster: string, port: number): string | null {
  if (process.platform === 'win32') return null
  const socket = path.join(cluster, `.s.PGSQL.${port}`)
  return Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES ? socket : null
}

export function buildServerArguments(
  cluster: string,
  port: number,
  overrides: Readonly<Record<string, string>>,
): string[] {
  const directory = socketPath(cluster, port) === null ? '' : `"${cluster.replaceAll('"', '""')}"`
  const settings = Object.entries({
    ...SERVER_SETTINGS,
    unix_socket_directories: directory,
    ...overrides,
  })
  return [
    '-D',
    cluster,
    '-p',
    String(port),
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
