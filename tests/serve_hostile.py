#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server told nonsense: serve_hostile.py MEXQUERY DIRECTORY REQUESTS [SEED].

Starts `mexquery serve` on a copy of the tables with damaged ones among them, and sends that many requests with bytes changed,
left out and put in, over a few connections at a time. Every answer must have a status that HTTP knows and no file's name in it,
right requests in between must be answered as before, and the server must end with 0 when it is told to: under a sanitizer that
is the proof that it leaked nothing and touched nothing it should not.
"""
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

mexquery, tables, requests = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
here = os.path.dirname(os.path.abspath(__file__))
findings = os.path.join(here, "fuzz", "findings", "serve_fuzz")
samples = [open(os.path.join(findings, name), "rb").read() for name in sorted(os.listdir(findings))]
words = [b"\r\n", b"\r\n\r\n", b"%", b"%2F", b"%00", b"..", b"/", b"?", b"&", b"=", b"+", b"#", b"HTTP/1.1", b"Host: a", b"\0", b"\xff",
         b"Content-Length: 3\r\n", b"Content-Length: 99999999999\r\n", b"Transfer-Encoding: chunked\r\n", b"Expect: 100-continue\r\n",
         b"Connection: close\r\n", b"If-None-Match: *\r\n", b"start", b"#1", b"4+1+1", b"18446744073709551615", b"{", b"[" * 50, b'"', b"\n",
         b"POST", b"HEAD", b"GET", b"a" * 300]


def mutated(rng):
    text = bytearray(rng.choice(samples))
    for _ in range(rng.choice([0, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0 and at < len(text):
            text[at] = rng.randrange(256)
        elif kind == 1:
            del text[at:at + rng.randrange(1, 9)]
        elif kind == 2:
            text[at:at] = rng.choice(words)
        elif kind == 3:
            other = rng.choice(samples)
            text[at:] = other[rng.randrange(len(other)):]
        else:
            text[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 5)))
    return bytes(text)


class Faults(list):
    def add(self, why, text, answer=b""):
        self.append(f"{why}\n  asked: {text!r}\n  answered: {answer[:500]!r}")


def ask(port, texts, faults):
    """Sends some requests at once, says that there are no more, and looks at all that comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        answer = b""
        try:
            connection.sendall(b"".join(texts))
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it may refuse what came first and close
        try:
            while part := connection.recv(1 << 16):
                answer += part
        except ConnectionError:
            pass
        except socket.timeout:
            faults.add("no end of the answer", texts)
    if answer and not re.match(rb"HTTP/1\.1 (100|200|204|304|400|404|405|408|413|414|415|417|422|431|500|501|503|505) ", answer):
        faults.add("no such status", texts, answer)
    if mark.encode() in answer or folder.encode() in answer or b"root:" in answer:
        faults.add("the name or the bytes of a file", texts, answer)
    return answer


def work(port, number, share, faults):
    rng = random.Random(seed * 1000 + number)
    right = b"GET /v1/nim:piles=3,max=15?position=3,5,7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    done = 0
    while done < share and len(faults) < 5:
        # After a request that cannot be understood the rest of a connection is not read: what counts is what was answered.
        answer = ask(port, [mutated(rng) for _ in range(rng.choice([1, 4, 30]))], faults)
        done += max(1, len(re.findall(rb"HTTP/1\.1 [2-5]\d\d ", answer)))
        if rng.randrange(20) == 0 and b'"remoteness":' not in ask(port, [right], faults):
            faults.add("a right request was not answered", [right])


# Every file's name holds a word that no request can say by chance, so that an answer that has it has it from a name.
mark = secrets.token_hex(8)

with tempfile.TemporaryDirectory() as folder:
    rng = random.Random(seed)
    for name in sorted(os.listdir(tables)):
        if not name.endswith(".mxb"):
            continue
        path = os.path.join(folder, mark + name)
        shutil.copy(os.path.join(tables, name), path)
        if name.startswith("nim-"):
            continue
        data = bytearray(open(path, "rb").read())  # every other table is damaged
        if rng.randrange(2):
            for _ in range(3):
                data[rng.randrange(len(data) // 4, len(data))] ^= 1 << rng.randrange(8)
            open(path, "wb").write(data)
    server = subprocess.Popen([mexquery, "serve", folder, "--port", "0", "--threads", "8"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    port = int(server.stdout.readline().rsplit(":", 1)[1])
    errors = []
    reader = threading.Thread(target=lambda: errors.extend(server.stderr))
    reader.start()
    faults = Faults()
    workers = [threading.Thread(target=work, args=(port, n, requests // 4, faults)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    server.send_signal(signal.SIGTERM)
    status = server.wait(timeout=60)
    reader.join()
    bad = [line for line in errors if "Sanitizer" in line or "runtime error" in line]
    for fault in faults[:5]:
        print(fault, file=sys.stderr)
    if faults or status != 0 or bad:
        sys.exit(f"serve: {len(faults)} wrong answers, exit status {status}\n" + "".join(errors[-60:]))
print(f"serve: {requests} requests with changed bytes, each answered or refused")
