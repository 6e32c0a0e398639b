/** The log port: the Sightline output channel. */
import type * as vscode from 'vscode';
import type { Log } from '../core/ports';

export function channelLog(channel: vscode.LogOutputChannel): Log {
  return {
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message, cause) => channel.error(message, ...(cause === undefined ? [] : [cause instanceof Error ? (cause.stack ?? cause.message) : cause])),
  };
}
