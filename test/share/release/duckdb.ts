import { DuckDBInstance } from '@duckdb/node-api'

/** The rows of a query, as DuckDB gives them to JSON. */
export async function querySql(sql: string): Promise<readonly (readonly unknown[])[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(sql)
    return reader.getRowsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
