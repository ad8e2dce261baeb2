/** Sends a request and gives the answer, which the caller has to know the shape of. Any status but 2xx is an error. */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    // A key must not follow a redirect to another host.
    redirect: "error",
    signal,
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 1_000)}`);
  return response.json();
}
