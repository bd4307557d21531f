/*
 * What bodies are in handlers, by their media types.
 */

/** What a handler gets of a request's body. */
export type RequestBody<Operation> = Operation extends { requestBody: infer Message }
  ? ReadBody<Message>
  : Operation extends { requestBody?: infer Message }
    ? ReadBody<NonNullable<Message>> | undefined
    : undefined;

/** What a handler returns as the body of a response. */
export type ResponseBody<Response> = Response extends { content: infer Content }
  ? WrittenContent<Content>
  : undefined;

type ReadBody<Message> = Message extends { content: infer Content } ? ReadContent<Content> : never;

type ReadContent<Content> = {
  [MediaType in keyof Content]: MediaType extends Text
    ? string
    : MediaType extends Bytes
      ? AsyncIterable<Buffer>
      : MediaType extends Lines
        ? AsyncIterable<Content[MediaType]>
        : Content[MediaType];
}[keyof Content];

type WrittenContent<Content> = [keyof Content] extends [never]
  ? undefined
  : {
      [MediaType in keyof Content]: MediaType extends Text
        ? string | Pieces<string>
        : MediaType extends Bytes
          ? Uint8Array | AsyncIterable<Uint8Array>
          : MediaType extends Lines
            ? Pieces<Content[MediaType]>
            : Content[MediaType];
    }[keyof Content];

type Text = 'text/plain' | 'text/csv';
type Bytes = 'application/octet-stream';
type Lines = 'application/x-ndjson' | 'application/jsonl';
/** Sent piece by piece. */
type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;
