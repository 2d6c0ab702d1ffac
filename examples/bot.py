#!/usr/bin/env python3
"""A bot for any game of Chess Kit, which does something at random.

It uses nothing but the standard library and the package `websockets`.
It knows no game: the server says what may be done, and the bot chooses.

    # Open a table against the server's own bot and play it to the end:
    python3 bot.py --server http://127.0.0.1:8080 --open GAME

    # Take a seat that somebody has for you, by code or by link:
    python3 bot.py --code bcdf-ghjk
    python3 bot.py --link 'http://127.0.0.1:8080/t/bcdfghjkmn#invitation=…'

    # Go on with a seat that you have already:
    python3 bot.py --table bcdfghjkmn --seat white --token 0123…

docs/server-api.md explains everything that is said here.
"""

import argparse
import asyncio
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

import websockets

# After these goodbyes the same seat may come back; after all others it may not.
COME_BACK = {"restarting", "silent", "idle", "crowded", "unavailable", "too-many"}


class Refused(Exception):
    """What the server answers instead of doing what it was asked."""


def ask(server, path, body=None):
    """Asks the server for JSON; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)["error"]
        raise Refused(f"{problem['code']}: {problem['text']}") from None


def open_table(server, game, level):
    """Opens a table: the first seat for us, the others for bots of the server."""
    games = {note["game"]: note for note in ask(server, "/api/games")}
    if game not in games:
        raise Refused(f"unknown game: {game} (try {', '.join(games)})")
    note = games[game]
    count = max(note["fewest_seats"], min(2, len(note["seats"])))
    seats = [{"sitter": "me", "name": "bot.py"}] + [{"sitter": "bot", "level": level}] * (count - 1)
    opened = ask(server, "/api/tables", {"game": game, "seats": seats, "program": True})
    token = next(token for token in opened["tokens"] if token["seat"] != "host")
    return opened["table"], token["seat"], token["token"]


def enter(server, table, invitation):
    """Takes the seat that an invitation is for."""
    path = "/api/enter" if table is None else f"/api/tables/{table}/enter"
    entered = ask(server, path, {"invitation": invitation, "name": "bot.py", "program": True})
    return entered["table"], entered["seat"], entered["token"]


async def play(server, table, seat, token, pause):
    """Plays until the game is over, and comes back when the connection is lost."""
    address = server.replace("http", "ws", 1)
    # Without `after` the first frame is whole, so nothing has to be remembered but what was heard.
    url = f"{address}/api/tables/{table}/socket?seat={urllib.parse.quote(seat)}"
    heard, wait = [], 0.5
    while True:
        try:
            headers = {"authorization": f"Bearer {token}"}
            async with websockets.connect(url, additional_headers=headers, max_size=2**24) as socket:
                wait = 0.5
                outcome = await talk(socket, seat, heard, pause)
                if outcome is not None:
                    return outcome
        except (OSError, websockets.WebSocketException):
            pass
        await asyncio.sleep(wait * random.uniform(0.5, 1.0))
        wait = min(2 * wait, 15)


async def talk(socket, seat, heard, pause):
    """Answers frames; gives the outcome, or nothing when the connection ends."""
    commands = 0
    async for line in socket:
        said = json.loads(line)
        if "goodbye" in said:
            if said["goodbye"]["code"] in COME_BACK:
                return None
            raise Refused(f"{said['goodbye']['code']}: {said['goodbye']['text']}")
        if "error" in said:
            # Whoever is too fast comes back and looks again.
            if said["error"]["code"] in COME_BACK:
                return None
            # `stale-prompt` is nobody's fault: the next frame is on its way.
            if said["error"]["code"] != "stale-prompt":
                raise Refused(f"{said['error']['code']}: {said['error']['text']}")
        if "frame" not in said:
            continue
        frame = said["frame"]
        lines = heard[: frame["lines_from"]] + [line["text"] for line in frame["lines"]]
        for line in lines[len(heard) :]:
            print(f"{seat} hears: {line}")
        heard[:] = lines
        note, glimpse = frame["body"]["table"], frame["body"]["glimpse"]
        if note["status"] in ("frozen", "closed"):
            return f"the table is {note['status']}"
        if note["ended"] is not None:
            return note["ended"]
        if glimpse is None:
            continue
        if glimpse["outcome"] is not None:
            return glimpse["outcome"]["text"]
        if glimpse["offers"]:
            commands += 1
            await asyncio.sleep(pause)
            action = random.choice(glimpse["offers"])["action"]
            act = {"action": action, "prompt": frame["prompt"]}
            await socket.send(json.dumps({"id": commands, "command": {"act": act}}))
    return None


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default="http://127.0.0.1:8080", help="where the server is")
    parser.add_argument("--open", metavar="GAME", help="open a table for this game")
    parser.add_argument("--level", default="random", help="how well the server's bots play there")
    parser.add_argument("--code", help="a code that somebody read to you")
    parser.add_argument("--link", help="a link that somebody sent you")
    parser.add_argument("--table", help="the table of a seat that you have")
    parser.add_argument("--seat", help="the seat that you have")
    parser.add_argument("--token", help="its secret")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds before each action")
    return parser.parse_args()


def seated(given):
    """The table, the seat and its secret, however they were given."""
    if given.open:
        return given.server, *open_table(given.server, given.open, given.level)
    if given.code:
        return given.server, *enter(given.server, None, given.code)
    if given.link:
        link = urllib.parse.urlsplit(given.link)
        invitation = urllib.parse.parse_qs(link.fragment)["invitation"][0]
        # The app may lie below a path of its site.
        path, table = link.path.rsplit("/t/", 1)
        server = f"{link.scheme}://{link.netloc}{path}"
        return server, *enter(server, table, invitation)
    if given.table and given.seat and given.token:
        return given.server, given.table, given.seat, given.token
    sys.exit("say --open, --code, --link, or --table, --seat and --token")


def main():
    given = arguments()
    try:
        server, table, seat, token = seated(given)
        print(f"table {table}, seat {seat}: {server}/t/{table}")
        print(asyncio.run(play(server, table, seat, token, given.pause)))
    except Refused as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
