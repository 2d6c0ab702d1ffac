// The way to friends far away: the address of a server is asked for once, and remembered.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Away from "../src/pages/Away.svelte";

const asked = (): HTMLInputElement => screen.getByRole("textbox");

test("the address of a server is remembered, and one that is none is not", async () => {
  localStorage.clear();
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const enter = async (address: string): Promise<void> => {
    render(Away);
    await fireEvent.input(asked(), { target: { value: address } });
    await fireEvent.submit(asked().form as HTMLFormElement);
    cleanup();
  };
  await enter("no address at all");
  expect(opened).not.toHaveBeenCalled();
  render(Away);
  expect(asked().value).toBe("");
  cleanup();
  await enter("https://chess.example/kit/");
  expect(opened).toHaveBeenCalledOnce();
  expect(String(opened.mock.calls[0]?.[0])).toMatch(/^https:\/\/chess\.example\/kit\//);
  render(Away);
  expect(asked().value, "the next time").toBe("https://chess.example/kit/");
});
