/** Reads the messages of a stream of server-sent events; `onData` is called for any data. */
export async function* messages(stream: ReadableStream<Uint8Array>, onData: () => void) {
  // Not needed for the page to be shown.
  const { EventSourceParserStream } = await import('eventsource-parser/stream');
  const reader = stream
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ onComment: onData }))
    .getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onData();
    yield value;
  }
}
