/**
 * Node's HTTP. An `import` of it reads all that it has, browsers' WebSocket among it, which takes 70 ms of a start (decision 019);
 * this reads what is asked for.
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')
export const { createSecureServer } = process.getBuiltinModule('node:http2')
