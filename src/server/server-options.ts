import type { ServerOptions } from 'node:http'
import type { SecureServerOptions } from 'node:http2'
import type { Limits } from './limits.ts'

/** A certificate chain and its key, in PEM. */
export type Certificate = { readonly cert: string | Buffer; readonly key: string | Buffer }

/** The options of Node's server in clear text: HTTP/1.1 and HTTP/1.0. */
export function clearTextOptions(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: limits.timeoutCheck,
    keepAliveTimeout: limits.keepAlive,
    // `checkRequest` refuses requests without a Host header with a problem document.
    requireHostHeader: false,
  }
}

/** The options of Node's server over TLS: HTTP/2 and HTTP/1.1. */
export function tlsOptions(certificate: Certificate, limits: Limits): SecureServerOptions {
  return {
    ...clearTextOptions(limits),
    ...certificate,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.handshake,
    allowHTTP1: true,
    // More than `checkRequest` accepts, so that a client over the limit gets a response.
    maxHeaderListPairs: limits.http2HeaderLines,
    settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.http2HeadBytes },
    maxSessionMemory: limits.sessionMemory,
  }
}
