"""An independent HL7 peer (python3-hl7).

receive ENCODING: takes results, keeps the highest version of each image, and writes a line of JSON
with what it holds after each message; first the port. send PORT ENCODING: sends the message that it
reads, and writes the acknowledgement.
"""

import asyncio
import json
import sys

import hl7
from hl7.mllp import open_hl7_connection, start_hl7_server

kept = {}


def observations(message):
    return {
        str(segment[3][0][0]): str(segment[5]) for segment in message.segments("OBX")
    }


def keep(message):
    order = message.extract_field("OBR", 1, 2)
    image = message.extract_field("OBR", 1, 3)
    found = observations(message)
    version = int(found["VERSION"])
    if version > kept.get(f"{order} {image}", {"version": 0})["version"]:
        kept[f"{order} {image}"] = {
            "order": order,
            "imageId": int(image),
            "version": version,
            "patient": message.extract_field("PID", 1, 3, 1, 1),
            "name": message.extract_field("PID", 1, 5, 1, 1),
            "risk": found.get("RISK", ""),
            "status": message.extract_field("OBR", 1, 25),
            "observations": sorted({str(obx[11]) for obx in message.segments("OBX")}),
            "text": str(message).replace("\r", "\n"),
        }


async def serve(reader, writer):
    try:
        while True:
            message = await reader.readmessage()
            keep(message)
            print(json.dumps(list(kept.values())), flush=True)
            writer.writemessage(message.create_ack("AA"))
            await writer.drain()
    except asyncio.IncompleteReadError:
        writer.close()


async def receive(encoding):
    server = await start_hl7_server(serve, "127.0.0.1", 0, encoding=encoding)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


async def send(port, encoding):
    reader, writer = await open_hl7_connection(
        "127.0.0.1", int(port), encoding=encoding
    )
    writer.writemessage(hl7.parse(sys.stdin.read()))
    await writer.drain()
    print(str(await reader.readmessage()).replace("\r", "\n"))
    writer.close()


mode, *arguments = sys.argv[1:]
asyncio.run({"receive": receive, "send": send}[mode](*arguments))
