/** What a provider may send in answer to one request, in MiB: longer than any reply that is of use. */
const maximum = 64;

/** `fetch`, whose body fails where it is longer than that, as an endless line of a stream would be. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let left = maximum * 1024 * 1024;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left >= 0) controller.enqueue(chunk);
      else controller.error(new Error(`the reply was stopped: it has more than ${maximum} MiB`));
    },
  });
  return new Response(response.body.pipeThrough(bound), response);
};
